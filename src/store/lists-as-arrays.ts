import {
  BinaryOperationNode,
  FunctionNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  ValueNode,
  type KyselyPlugin,
} from 'kysely'

/** `in` and `not in` as comparisons with an array. */
const comparisons = { in: { operator: '=', of: 'any' }, 'not in': { operator: '!=', of: 'all' } } as const

class ListTransformer extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const { leftOperand, operator, rightOperand } = super.transformBinaryOperation(node)
    const word = OperatorNode.is(operator) ? operator.operator : null
    if ((word === 'in' || word === 'not in') && PrimitiveValueListNode.is(rightOperand)) {
      const { operator, of } = comparisons[word]
      const values = FunctionNode.create(of, [ValueNode.create(rightOperand.values)])
      return BinaryOperationNode.create(leftOperand, OperatorNode.create(operator), values)
    }
    return BinaryOperationNode.create(leftOperand, operator, rightOperand)
  }
}

const transformer = new ListTransformer()

/**
 * Sends a list of values as one parameter instead of one each: a statement has at most 65,535 of them, and a run may have more
 * containers. Its text is then the same for every length, and an empty list is no error.
 */
export const listsAsArrays: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
}
