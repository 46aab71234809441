import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import type { CheckTemplateChange } from '../../model/check-template.ts'
import { validateWithoutContainer } from '../../rules/validate.ts'
import type { TemplateRow } from '../../store/check-templates.ts'
import { emptyContent } from '../checks/create.ts'
import { changedContent, type CheckContent } from '../checks/definition.ts'
import { permutationsOf } from './permutations.ts'

/** All that a person decides about a template. */
export interface TemplateContent {
  content: CheckContent
  template_locked: boolean
}

/** The content of a new template; 422 for what no check could be. */
export function newTemplate(input: CheckTemplateChange): TemplateContent {
  const rule = input.rule ?? input.rule_type
  if (rule === undefined) throw invalidMember('rule', 'rule is required.', 'missing')
  return valid({
    content: changedContent(emptyContent(rule, null), wordsOf(input)),
    template_locked: input.template_locked ?? false,
  })
}

/** The content that the row holds. */
export function storedTemplate(row: TemplateRow): TemplateContent {
  const { rule_type, description, filter, coverage, properties, anomaly_message_field } = row
  const { additional_metadata, tags, template_locked } = row
  const empty = emptyContent(rule_type, null)
  const own = { description, filter, coverage, properties, anomaly_message_field, additional_metadata, tags }
  return { content: { ...empty, ...own }, template_locked }
}

/** The content with a change laid over it; 409 for another rule, 422 for what no check could be. */
export function changedTemplate(row: TemplateRow, change: CheckTemplateChange): TemplateContent {
  const stored = storedTemplate(row)
  const rule = change.rule ?? change.rule_type ?? row.rule_type
  if (rule !== row.rule_type) {
    throw new ServiceError(
      'conflict',
      `Template ${row.id} has the rule ${row.rule_type}, which cannot change; create another template.`,
    )
  }
  return valid({
    content: changedContent(stored.content, wordsOf(change)),
    template_locked: change.template_locked ?? stored.template_locked,
  })
}

/** The columns that hold it. */
export function templateColumns({ content, template_locked }: TemplateContent) {
  const { rule_type, description, filter, coverage, properties, anomaly_message_field, tags } = content
  const { additional_metadata } = content
  return {
    rule_type,
    description,
    filter,
    coverage,
    anomaly_message_field,
    tags,
    template_locked,
    properties: JSON.stringify(properties),
    additional_metadata: additional_metadata === null ? null : JSON.stringify(additional_metadata),
  }
}

function wordsOf({ rule: _rule, rule_type: _type, template_locked: _locked, ...words }: CheckTemplateChange) {
  return words
}

function valid(template: TemplateContent): TemplateContent {
  validateWithoutContainer(template.content)
  permutationsOf(template.content.filter)
  return template
}
