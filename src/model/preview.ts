import { Type, type Static } from 'typebox'
import { SourceRecordField } from './container-scan-record.ts'
import { described, FreeObject } from './wire.ts'

/** Some rows of a container. */
export const Preview = Type.Object(
  {
    fields: described(Type.Array(SourceRecordField), 'The fields of the rows, in the order of the source'),
    items: described(
      Type.Array(
        Type.Object(
          { record: described(FreeObject, 'The values of the row by the names of its fields') },
          { title: 'PreviewedRow', description: 'A row as the source has it now' },
        ),
      ),
      'The rows; fewer than asked for where there are no more, or where they hold very long values',
    ),
  },
  { title: 'Preview', description: 'Some rows of a container' },
)
export type Preview = Static<typeof Preview>
