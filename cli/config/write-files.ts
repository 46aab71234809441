import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { keyOf, type Kind, type Scope, type Spec, type Standing } from './kind.ts'
import { kinds } from './kinds/index.ts'
import { slug } from './slug.ts'
import type { World } from './world.ts'

/** Writes a file for each thing that the service has of these datastores; returns how many were written anew. */
export async function writeFiles(
  world: World,
  folder: string,
  scope: ReadonlySet<string>,
): Promise<{ files: number; changed: number }> {
  const { parse, stringify } = await import('yaml')
  const used = new Set<string>()
  let changed = 0
  for (const { kind, standing } of await wantedOf(world, scope)) {
    for (const one of standing) {
      const members = said(kind, one.spec)
      const content = { kind: kind.name, ...((await kind.written?.(world, members)) ?? members) }
      const path = join(folder, freePath(kind, one.spec, used))
      // A file of a person that says the same keeps its comments and its form.
      if (existsSync(path) && isDeepStrictEqual(parse(readFileSync(path, 'utf8')), content)) continue
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, stringify(content, { lineWidth: 0 }))
      changed += 1
    }
  }
  return { files: used.size, changed }
}

/** Kinds outside any datastore of which only those are written that the rest refers to, and what a spec refers to by name. */
const referred = new Map<string, (spec: Spec) => unknown>([
  ['connection', ({ connection, compute }) => [connection, (compute as Spec | null)?.['connection']]],
  ['tag', ({ tags }) => tags],
  ['team', ({ teams }) => teams],
  ['check_template', ({ template }) => template],
])

/** What there is to write of each kind. */
async function wantedOf(world: World, scope: Scope): Promise<{ kind: Kind; standing: Standing[] }[]> {
  const all: { kind: Kind; standing: Standing[] }[] = []
  // Those that refer come after those that they refer to, so they are looked at first.
  for (const kind of kinds.toReversed()) {
    const namesIn = referred.get(kind.name)
    const specs = all.flatMap(({ standing }) => standing.map(({ spec }) => spec))
    const names = namesIn && new Set(specs.flatMap(namesIn).filter((name) => name != null))
    if (names?.size === 0) continue
    const listed = await kind.list(world, scope)
    const standing = listed.filter(
      (one) => !kind.isUnsaid?.(one, scope) && (names?.has(keyOf(kind, one.spec)) ?? true),
    )
    all.unshift({ kind, standing })
  }
  return all
}

/** The members that are not as they are where a file says nothing, in the order of the schema; secrets by the variables for them. */
function said(kind: Kind, spec: Spec): Spec {
  const members = Object.keys(kind.schema.properties).flatMap((member): [string, unknown][] => {
    const value = spec[member] ?? null
    const isDefault = value === null || isDeepStrictEqual(value, kind.defaults[member])
    if (isDefault) return []
    return [[member, kind.secrets?.includes(member) ? value : escaped(value)]]
  })
  return Object.fromEntries(members)
}

/** Texts in which a variable seems to stand are written so that they are read as they are. */
function escaped(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${')
  if (Array.isArray(value)) return value.map(escaped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, escaped(inner)]))
}

/** Where a thing is written: below its datastore, by its names. */
function freePath(kind: Kind, spec: Spec, used: Set<string>): string {
  const parts = keyOf(kind, spec) === '' ? [] : kind.key.map((member) => slug(String(spec[member])))
  const name = parts.pop() ?? 'unnamed'
  const [datastore, ...inner] = parts
  const base =
    datastore === undefined
      ? kind.name === 'datastore'
        ? join('datastores', name, 'datastore')
        : join(`${kind.name}s`, name)
      : join('datastores', datastore, `${kind.name}s`, ...inner, name)
  let path = `${base}.yaml`
  for (let count = 2; used.has(path); count += 1) path = `${base}_${count}.yaml`
  used.add(path)
  return path
}
