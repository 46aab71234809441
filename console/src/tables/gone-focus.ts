/** What had the focus last; null: the person has left it. */
let last: EventTarget | null = null

addEventListener('focusin', ({ target }) => (last = target), true)
addEventListener(
  'focusout',
  ({ target }) =>
    // What is being taken out of the page is in it until this event is over. Another window is no place in this one.
    queueMicrotask(() => {
      if (last === target && isInPage(target) && document.hasFocus()) last = null
    }),
  true,
)

/** True when nothing has the focus because what had it has gone from the page, such as a button whose act is done. */
export function focusHasGone(): boolean {
  return document.activeElement === document.body && last !== null && !isInPage(last)
}

function isInPage(target: EventTarget | null): boolean {
  return target instanceof Node && target.isConnected
}
