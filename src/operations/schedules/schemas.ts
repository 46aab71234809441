import { Type, type TObject, type TSchema } from 'typebox'
import { ScheduleMembers, type ScheduleChange, type ScheduleInput } from '../../model/schedule.ts'
import { operations } from '../registry.ts'

const schedulable = operations.all().filter((operation) => operation.schedulable)
const type = Type.Enum(schedulable.map(({ trigger }) => trigger))

/** The payload of any operation that may be scheduled, told apart by `type`, with the schedule's own members. */
export const scheduleInputSchema = Type.Unsafe<ScheduleInput>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: schedulable.map(({ trigger, payload }) =>
    Type.Object({ type: Type.Literal(trigger), ...(payload as TObject).properties, ...ScheduleMembers }),
  ),
})

/** The same with every member left to choice; whether a member fits the operation is for updateSchedule to say. */
export const scheduleChangeSchema = Type.Unsafe<ScheduleChange>(
  Type.Partial(Type.Object({ type, ...anyOfEach(), ...ScheduleMembers })),
)

/** Every member of the payloads; one that several operations have may be what any of them takes. */
function anyOfEach(): Record<string, TSchema> {
  const members = schedulable.flatMap(({ payload }) => Object.entries((payload as TObject).properties))
  return Object.fromEntries(
    [...Map.groupBy(members, ([name]) => name)].map(([name, group]) => {
      const forms = new Map(group.map(([, schema]) => [JSON.stringify(schema), schema]))
      return [name, Type.Union([...forms.values()])]
    }),
  )
}
