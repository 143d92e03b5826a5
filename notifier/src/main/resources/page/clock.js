// The server's clock, as far as its answers tell. An answer is always a little old when it is read,
// so the largest difference seen is the one least wrong.

const REMEMBERED = 20;
const differences = [];

export function learn(serverTime) {
  differences.push(Date.parse(serverTime) - Date.now());
  differences.splice(0, differences.length - REMEMBERED);
}

export function now() {
  return Date.now() + (differences.length ? Math.max(...differences) : 0);
}
