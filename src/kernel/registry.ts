/** The plugins of one kind by name: refuses two of one name, and names what it knows when asked for another. */
export interface Registry<Plugin> {
  /** Undefined when there is none of that name. */
  find(name: string): Plugin | undefined
  /** Throws a sentence that lists the known names when there is none of that name. */
  get(name: string): Plugin
  all(): readonly Plugin[]
  names(): readonly string[]
}

/** `kind` is the word used in messages, e.g. `rule type`. */
export function createRegistry<Plugin>(
  kind: string,
  plugins: readonly Plugin[],
  nameOf: (plugin: Plugin) => string,
): Registry<Plugin> {
  const byName = new Map<string, Plugin>()
  for (const plugin of plugins) {
    const name = nameOf(plugin)
    if (byName.has(name)) throw new Error(`Two plugins claim the ${kind} "${name}"; rename one of them.`)
    byName.set(name, plugin)
  }
  const names = [...byName.keys()].sort()
  return {
    find: (name) => byName.get(name),
    get(name) {
      const plugin = byName.get(name)
      if (!plugin) throw new Error(`No ${kind} is called "${name}"; known: ${names.join(', ')}.`)
      return plugin
    },
    all: () => plugins,
    names: () => names,
  }
}
