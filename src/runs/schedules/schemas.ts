import { Type, type TObject } from 'typebox'
import { ScheduleMembers, type ScheduleChange, type ScheduleInput } from '../../model/schedule.ts'
import { payloadMembers } from '../payload-members.ts'
import { payloadTitle } from '../payload-title.ts'
import { operations } from '../../operations/registry.ts'

const schedulable = operations.all().filter((operation) => operation.schedulable)
const type = Type.Enum(schedulable.map(({ trigger }) => trigger))

/** The payload of any operation that may be scheduled, told apart by `type`, with the schedule's own members. */
export const scheduleInputSchema = Type.Unsafe<ScheduleInput>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: schedulable.map(({ trigger, payload }) =>
    Type.Object(
      { type: Type.Literal(trigger), ...(payload as TObject).properties, ...ScheduleMembers },
      { title: payloadTitle(trigger, 'Schedule') },
    ),
  ),
})

/** The same with every member left to choice; whether a member fits the operation is for updateSchedule to say. */
export const scheduleChangeSchema = Type.Unsafe<ScheduleChange>(
  Type.Partial(Type.Object({ type, ...payloadMembers(schedulable), ...ScheduleMembers })),
)
