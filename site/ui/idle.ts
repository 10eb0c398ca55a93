/** Waits until the page is loaded and idle, but not long: on a busy machine it may never be. */
export function whenIdle(then: () => void): void {
  // Safari has no requestIdleCallback.
  const idle = () =>
    "requestIdleCallback" in window
      ? requestIdleCallback(then, { timeout: 2000 })
      : setTimeout(then);
  if (document.readyState === "complete") {
    idle();
  } else {
    addEventListener("load", idle, { once: true });
  }
}
