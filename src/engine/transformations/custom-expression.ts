import { userExpression } from '../../sql/build.ts'
import { defineTransformation } from './transformation.ts'

/** An expression of a person in the SQL of the store. */
export const customExpression = defineTransformation({
  name: 'customExpression',
  reads: null,
  members: ['column_expression'],
  fault: ({ column_expression: written }) =>
    written?.trim()
      ? null
      : { member: 'column_expression', reason: 'customExpression needs column_expression.' },
  gives: () => null,
  expression: ({ column_expression }) => userExpression(column_expression ?? ''),
})
