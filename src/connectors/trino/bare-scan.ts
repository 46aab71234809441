import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { jsonOrNull } from '../shared/whole-answer.ts'

/** A plan as the server prints it in JSON: the rows of one table and nothing that leaves some out or changes them. */
const isScan = Compile(
  Type.Object({
    name: Type.Literal('Output'),
    children: Type.Tuple([
      Type.Object({
        name: Type.Literal('TableScan'),
        descriptor: Type.Object({ table: Type.String() }),
        children: Type.Tuple([]),
      }),
    ]),
  }),
)

/**
 * True for the plan of a query that shows a snapshot as it is stored. Rules of access may filter rows and mask columns without a new snapshot; they show
 * as filters, projections and constraints on the table.
 */
export function isBareScan(plan: string, snapshot: string): boolean {
  const parsed = jsonOrNull(plan)
  return isScan.Check(parsed) && parsed.children[0].descriptor.table.endsWith(`@${snapshot}`)
}
