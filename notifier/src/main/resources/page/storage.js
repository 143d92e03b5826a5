// What this browser or this tab remembers, or the page alone where somebody has forbidden it.

function safely(area) {
  const instead = new Map();
  const tried = (work) => {
    try {
      return work(window[area]);
    } catch {
      return null;
    }
  };
  return {
    get: (key) => instead.get(key) ?? tried((storage) => storage.getItem(key)),
    set(key, value) {
      try {
        window[area].setItem(key, value);
        instead.delete(key);
      } catch {
        instead.set(key, value);
      }
    },
    remove(key) {
      instead.delete(key);
      tried((storage) => storage.removeItem(key));
    },
  };
}

export const ofBrowser = safely('localStorage');
export const ofTab = safely('sessionStorage');
