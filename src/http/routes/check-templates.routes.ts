import { Type } from 'typebox'
import { Check } from '../../model/check-record.ts'
import {
  CheckTemplate,
  CheckTemplateChange,
  CheckTemplateInput,
  TemplateUse,
} from '../../model/check-template.ts'
import { makeChecks } from '../../services/templates/make-checks.ts'
import { listTemplates, readTemplate } from '../../services/templates/read.ts'
import { updateTemplate } from '../../services/templates/update.ts'
import { createTemplate, removeTemplate } from '../../services/templates/write.ts'
import { bulkBody } from '../body-bounds.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { text, texts } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Quality check templates', [
  defineRoute({
    id: 'listCheckTemplates',
    method: 'GET',
    path: '/quality-check-templates',
    summary: 'List quality check templates',
    doc: 'Templates, oldest first; they belong to no datastore.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      rule_type: Type.Optional(texts('A rule type; any of several')),
      tag: Type.Optional(texts('The name of a tag; any of several')),
      template_locked: Type.Optional(
        Type.Boolean({ description: 'True: locked ones only; false: the others' }),
      ),
      search: Type.Optional(text('A part of the description, or the id')),
    }),
    responses: { 200: pageOf('CheckTemplatePage', CheckTemplate) },
    handler: (context, { query }) => listTemplates(context, query),
  }),
  defineRoute({
    id: 'createCheckTemplate',
    method: 'POST',
    path: '/quality-check-templates',
    summary: 'Create a quality check template',
    doc: 'Makes a template. Whether a container and its store understand it shows when a check is made from it.',
    need: 'Manager',
    body: CheckTemplateInput,
    responses: { 201: CheckTemplate },
    handler: (context, { body }) => createTemplate(context, body),
  }),
  defineRoute({
    id: 'readCheckTemplate',
    method: 'GET',
    path: '/quality-check-templates/{id}',
    summary: 'Read a quality check template',
    doc: 'One template.',
    need: 'Member',
    params: idPath,
    responses: { 200: CheckTemplate },
    handler: (context, { params }) => readTemplate(context, params.id),
  }),
  defineRoute({
    id: 'updateCheckTemplate',
    method: 'PUT',
    path: '/quality-check-templates/{id}',
    summary: 'Update a quality check template',
    doc: 'Changes the members given. Checks of a locked template follow in all that they test, each as a new version; others stay. A value that is new in `each()` makes checks; one that is gone takes those of a locked template along.',
    need: 'Manager',
    params: idPath,
    body: CheckTemplateChange,
    responses: { 200: CheckTemplate },
    handler: (context, { params, body }) => updateTemplate(context, params.id, body),
  }),
  defineRoute({
    id: 'removeCheckTemplate',
    method: 'DELETE',
    path: '/quality-check-templates/{id}',
    summary: 'Delete a quality check template',
    doc: 'Deletes a template; its checks stay as they are.',
    need: 'Manager',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => removeTemplate(context, params.id),
  }),
  defineRoute({
    id: 'makeChecksFromTemplate',
    method: 'POST',
    path: '/quality-check-templates/{id}/quality-checks',
    summary: 'Create quality checks from a template',
    doc: "A check for each container and fields given, and for each value of `each()` in the template's filter, all or none.",
    need: [
      { when: 'the checks are drafts', need: 'Drafter' },
      { when: 'a check is not a draft', need: 'Author' },
    ],
    params: idPath,
    body: Type.Array(TemplateUse, { minItems: 1, maxItems: 1000 }),
    largest_body: bulkBody,
    responses: { 201: Type.Array(Check) },
    handler: (context, { params, body }) => makeChecks(context, params.id, body),
  }),
])
