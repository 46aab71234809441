/** The same items, each asked for while the one before is in use. */
export async function* ahead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  yield* following(iterator, iterator.next())
}

/** The same with the first asked for at once: for items that hold nothing open, because they may never be gone through. */
export function aheadAtOnce<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  const first = iterator.next()
  // Its failure is thrown when its turn comes.
  first.catch(() => undefined)
  return following(iterator, first)
}

async function* following<Item>(
  iterator: AsyncIterator<Item>,
  first: Promise<IteratorResult<Item>>,
): AsyncGenerator<Item> {
  let step = first
  try {
    for (;;) {
      const { done, value } = await step
      if (done === true) return
      step = iterator.next()
      // As above.
      step.catch(() => undefined)
      yield value
    }
  } finally {
    await step.catch(() => undefined)
    await iterator.return?.()
  }
}
