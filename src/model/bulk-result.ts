import { Type } from 'typebox'
import { described, Id } from './wire.ts'

/** What became of many things of a kind: `noun` as in "an anomaly", and the names of the schemas. */
export const bulkResult = (noun: string, many: string, title: string, refusedTitle: string) =>
  Type.Object(
    {
      matched: Type.Integer({ description: 'How many there were to change' }),
      changed: Type.Integer({ description: 'How many of them are changed, or would be in a dry run' }),
      refused: described(
        Type.Array(
          Type.Object(
            {
              id: described(Id, `The ${noun.replace(/^an? /, '')}`),
              reason: Type.String({ description: 'Why it stays as it is, for people' }),
            },
            {
              title: refusedTitle,
              description: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} that could not be changed`,
            },
          ),
        ),
        'The others, each with its reason',
      ),
    },
    { title, description: `What became of many ${many}` },
  )
