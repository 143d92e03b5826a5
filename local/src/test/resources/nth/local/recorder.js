// Keeps, in the order of time, what the page shows for a moment only.
window.seen = { count: [], announced: [] };
document.addEventListener('DOMContentLoaded', () => {
  const count = document.getElementById('count');
  const announcer = document.getElementById('announcer');
  new MutationObserver(() => window.seen.count.push(count.dataset.value)).observe(count, {
    attributeFilter: ['data-value'],
  });
  new MutationObserver(() => window.seen.announced.push(announcer.textContent)).observe(announcer, {
    childList: true,
    characterData: true,
    subtree: true,
  });
});
