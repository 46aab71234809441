import { Type } from 'typebox'
import { described, Id, optional, SourceName, TagNames } from '../model/wire.ts'

// Members that the payloads of several kinds of runs have in common.

/** The id of the datastore that a run works on. */
export const workedOn = described(Id, 'The datastore to work on')

/** The label of a run, at most 255 characters. */
export const runName = optional(Type.String({ maxLength: 255 }), 'A name for the run')

/** Containers by name, at most 10,000. */
export const containerNames = optional(
  Type.Array(SourceName, { maxItems: 10_000 }),
  'The containers by name. Empty or left out: all of them',
)

/** Containers by id, at most 10,000. */
export const containerIds = optional(
  Type.Array(Id, {
    maxItems: 10_000,
    description:
      'The containers by their ids, instead of by names or tags; runs of scan and export show their names',
  }),
)

/** Containers by their tags. */
export const containerTags = optional(TagNames, 'Only containers with one of these tags')
