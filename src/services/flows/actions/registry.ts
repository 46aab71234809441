import { createRegistry, type Registry } from '../../../kernel/registry.ts'
import type { FlowActionKind } from './action.ts'
import index from './index.generated.ts'

/** Every kind of action by its type. */
export const actionKinds: Registry<FlowActionKind> = createRegistry<FlowActionKind>(
  'kind of action',
  index,
  (kind) => kind.type,
)
