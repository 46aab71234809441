import { createRegistry, type Registry } from '../kernel/registry.ts'
import index from './index.generated.ts'
import type { Rule } from './rule.ts'

/** Every rule type by its API name. */
export const rules: Registry<Rule> = createRegistry<Rule>('rule type', index, (rule) => rule.type)
