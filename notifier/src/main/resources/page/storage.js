// What this browser or this tab remembers, or nothing where somebody has forbidden it.

function safely(area) {
  const instead = new Map();
  const or = (work, otherwise) => {
    try {
      return work(window[area]);
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      or(
        (storage) => storage.getItem(key),
        () => instead.get(key) ?? null,
      ),
    set: (key, value) =>
      or(
        (storage) => storage.setItem(key, value),
        () => instead.set(key, value),
      ),
    remove: (key) =>
      or(
        (storage) => storage.removeItem(key),
        () => instead.delete(key),
      ),
  };
}

export const ofBrowser = safely('localStorage');
export const ofTab = safely('sessionStorage');
