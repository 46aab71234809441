// Loads Node's test runner without its hook on everything that happens later, by which it finds the test that an error or a further test belongs to. The hook
// follows every promise until that is collected, a tenth of the processor time of these processes; a storage that Node hands on by itself tells the same.
// A program of tests loads this before all else. A Node that looks for the test in another way is left as it is.
import type asyncHooks from 'node:async_hooks'
import type { HookCallbacks } from 'node:async_hooks'
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
/** What Node's own modules find, too; a program that imports it has the originals. */
const hooks: { -readonly [name in keyof typeof asyncHooks]: (typeof asyncHooks)[name] } =
  load('node:async_hooks')
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks

/** The number of the test whose function is running, or began what is running. */
const running = new AsyncLocalStorage<number>()
/** Has the runner know a test by its number. */
let notice: HookCallbacks['init']

/** A test, as the runner makes it. */
class Followed extends AsyncResource {
  constructor(...given: ConstructorParameters<typeof AsyncResource>) {
    super(...given)
    notice?.(this.asyncId(), given[0], this.triggerAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(
    act: (this: This, ...given: unknown[]) => Result,
    self?: This,
    ...given: unknown[]
  ): Result {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => Reflect.apply(act, self, given)))
  }
}

hooks.AsyncResource = Followed
hooks.executionAsyncId = () => running.getStore() ?? 0
hooks.createHook = ({ init }) => {
  notice = init
  const made = { enable: () => made, disable: () => made }
  return made
}
try {
  load('node:test')
} finally {
  Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
}
