import { Type, type Static } from 'typebox'
import { Person } from './user.ts'
import { described, Id, nullable, optional, Timestamp } from './wire.ts'

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hexadecimal' })
const Count = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })

const path = 'Where it is, from the folder that was applied'
const bytes = 'SHA-256 of its bytes, hexadecimal'

const FileToApply = Type.Object(
  {
    path: Type.String({ minLength: 1, maxLength: 4096, description: path }),
    digest: described(Digest, bytes),
  },
  { title: 'FileToApply', description: 'A file of a folder of configuration' },
)

const AppliedFile = Type.Object(
  { path: described(Type.String(), path), digest: described(Type.String(), bytes) },
  { title: 'AppliedFile', description: 'A file of configuration as it was when it was applied' },
)

/** What a command says before it changes anything. */
export const ConfigApplyInput = Type.Object({
  digest: described(Digest, 'SHA-256 over the digests and paths of all files, hexadecimal'),
  files: Type.Array(FileToApply, { maxItems: 10_000, description: 'The files that are applied' }),
  git_commit: optional(
    Type.String({ pattern: '^([0-9a-f]{40}|[0-9a-f]{64})$' }),
    'The commit that the folder is checked out at; null: it is in no repository',
  ),
  git_dirty: optional(Type.Boolean(), 'True: files in the folder differ from that commit'),
  prune: Type.Optional(
    Type.Boolean({ description: 'True: what no file describes is deleted; default false' }),
  ),
})
export type ConfigApplyInput = Static<typeof ConfigApplyInput>

/** What a command says when it is done. */
export const ConfigApplyEnd = Type.Object({
  done: described(Count, 'Things that were made, changed or deleted'),
  refused: described(Count, 'Things that the service refused'),
  unchanged: described(Count, 'Things that were as the files say already'),
})
export type ConfigApplyEnd = Static<typeof ConfigApplyEnd>

/** Configuration that was applied from files. */
export const ConfigApply = Type.Object({
  id: described(Id, 'Unique among its kind'),
  created: described(Timestamp, 'When it began'),
  ended: nullable(Timestamp, 'When it was done; null: it goes on, or it was stopped'),
  user: described(Person, 'Who applied it'),
  digest: described(Digest, 'SHA-256 over the digests and paths of all files, hexadecimal'),
  file_count: described(Count, 'How many files there were'),
  git_commit: nullable(Type.String(), 'The commit that the folder was checked out at; null: none was told'),
  git_dirty: nullable(Type.Boolean(), 'True: files differed from that commit; null: there is none'),
  prune: Type.Boolean({ description: 'True: what no file described was deleted' }),
  done: nullable(Count, 'Things that were made, changed or deleted; null: it has not ended'),
  refused: nullable(Count, 'Things that the service refused; null: it has not ended'),
  unchanged: nullable(Count, 'Things that were as the files said already; null: it has not ended'),
})
export type ConfigApply = Static<typeof ConfigApply>

/** The same with the files. */
export const ConfigApplyWithFiles = Type.Object({
  ...ConfigApply.properties,
  files: Type.Array(AppliedFile, { description: 'The files that were applied' }),
})
export type ConfigApplyWithFiles = Static<typeof ConfigApplyWithFiles>
