import { Type } from 'typebox'
import { optional } from './wire.ts'

/** Rows that a person gives to be judged, as JSON; a file comes beside the same members. */
export const GivenRowsInput = Type.Object(
  {
    name: optional(Type.String({ maxLength: 255 }), 'A name for the rows; default that of the file'),
    records: optional(
      Type.Union([
        Type.String({ maxLength: 256 * 1024 * 1024 }),
        Type.Array(Type.Unknown(), { maxItems: 200_000 }),
      ]),
      'A list of rows, each an object with the names of the fields, or its JSON text; a member that is left out is NULL',
    ),
    sheet: optional(
      Type.String({ maxLength: 255 }),
      'Of a workbook (XLSX): the name of the sheet; needed where it has several',
    ),
    encoding: optional(
      Type.String({ maxLength: 100 }),
      'Of a CSV file: its encoding, by a name of the Encoding Standard; default as the container is told, else found by looking',
    ),
  },
  {
    title: 'GivenRowsInput',
    description: 'Rows to be judged: as records, or as a file beside these members',
  },
)
