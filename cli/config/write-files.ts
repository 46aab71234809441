import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { identityOf, keyOf, type Kind, type Scope, type Spec, type Standing } from './kind.ts'
import { kinds } from './kinds/index.ts'
import { writeOwnFiles, type OwnFile } from './own-files.ts'
import { SecretVariables } from './secret-variables.ts'
import { slug } from './slug.ts'
import type { World } from './world.ts'

/** What an export has written, and the keys of things that it could not write: files would mean an older one that is called the same. */
export interface WrittenFiles {
  files: number
  changed: number
  unwritten: string[]
}

/** Writes a file for each thing that the service has of these datastores. */
export async function writeFiles(
  world: World,
  folder: string,
  scope: ReadonlySet<string>,
): Promise<WrittenFiles> {
  const files: OwnFile[] = []
  const unwritten: string[] = []
  const variables = new SecretVariables()
  for (const { kind, standing } of await wantedOf(world, scope)) {
    const taken = new Set<string>()
    for (const { spec } of standing.toSorted((one, other) => one.id - other.id)) {
      const identity = identityOf(kind, spec)
      if (taken.has(identity)) {
        unwritten.push(`${kind.title} ${keyOf(kind, spec)}`)
        continue
      }
      taken.add(identity)
      const members = said(kind, spec)
      const content = { kind: kind.name, ...((await kind.written?.(world, members, variables)) ?? members) }
      files.push({ place: placeOf(kind, spec), content })
    }
  }
  const { paths, changed } = await writeOwnFiles(folder, files, { ending: '.yaml', identityOf: described })
  return { files: paths.length, changed, unwritten }
}

/** What a file describes; the same for no two things. */
export function described({ kind: name, ...spec }: Spec): string {
  const kind = kinds.find((one) => one.name === name)
  return kind ? `${kind.name} ${identityOf(kind, spec)}` : ''
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
export function escaped(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${')
  if (Array.isArray(value)) return value.map(escaped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, escaped(inner)]))
}

/** Where a thing is written: below its datastore, by its names. */
function placeOf(kind: Kind, spec: Spec): string {
  const parts = keyOf(kind, spec) === '' ? [] : kind.key.map((member) => slug(String(spec[member])))
  const name = parts.pop() ?? 'unnamed'
  const [datastore, ...inner] = parts
  if (datastore !== undefined) return join('datastores', datastore, `${kind.name}s`, ...inner, name)
  return kind.name === 'datastore' ? join('datastores', name, 'datastore') : join(`${kind.name}s`, name)
}
