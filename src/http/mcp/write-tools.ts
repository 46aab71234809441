import { Type } from 'typebox'
import { ServiceError } from '../../kernel/errors.ts'
import { CheckInput } from '../../model/check-record.ts'
import { idOf, writeTool, type Tool } from './tool.ts'

const { container_id, description, fields, filter, coverage, properties, rule_type } = CheckInput.properties

/** What agents can change: nothing that a person could not take back, and no check that judges before a person made it Active. */
export const writeTools: readonly Tool[] = [
  writeTool(
    'propose_check',
    'Proposes a quality check as a Draft, which no scan evaluates until a person makes it Active.',
    Type.Object({ container_id, rule_type, description, fields, filter, coverage, properties }),
    (ask, taken) => ask('createCheck', { body: { ...taken, status: 'Draft' } }),
  ),
  writeTool(
    'acknowledge_anomaly',
    'Sets the status of an open anomaly to Acknowledged.',
    Type.Object({ anomaly_id: idOf('The anomaly') }),
    async (ask, { anomaly_id: id }) => {
      const { archived } = (await ask('readAnomaly', { params: { id } })) as { archived?: unknown }
      // The same request would restore an archived one.
      if (archived !== false) throw new ServiceError('conflict', 'The anomaly is archived, and stays so.')
      return ask('updateAnomaly', { params: { id }, body: { status: 'Acknowledged' } })
    },
  ),
  writeTool(
    'start_run',
    'Starts a sync (what containers there are), a profile (what the data is like) or a scan (which rows break the checks), and answers before it ends.',
    Type.Object({
      type: Type.Enum(['sync', 'profile', 'scan'], { description: 'What the run does' }),
      datastore_id: idOf('The datastore'),
      container_names: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
          minItems: 1,
          maxItems: 100,
          description: 'Only these containers; not of a sync. Default: all',
        }),
      ),
    }),
    (ask, taken) => ask('triggerOperation', { body: taken }),
  ),
]
