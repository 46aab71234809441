/** The same items, each asked for while the one before is in use. */
export async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let step = items.next()
  try {
    for (;;) {
      const { done, value } = await step
      if (done === true) return
      step = items.next()
      // Its failure is thrown when its turn comes.
      step.catch(() => undefined)
      yield value
    }
  } finally {
    await step.catch(() => undefined)
    await items.return(undefined)
  }
}
