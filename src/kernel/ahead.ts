/** The same items, each asked for while the one before is in use. */
export async function* ahead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  let step = iterator.next()
  try {
    for (;;) {
      const { done, value } = await step
      if (done === true) return
      step = iterator.next()
      // Its failure is thrown when its turn comes.
      step.catch(() => undefined)
      yield value
    }
  } finally {
    await step.catch(() => undefined)
    await iterator.return?.()
  }
}
