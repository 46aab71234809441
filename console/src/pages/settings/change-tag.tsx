import type { GlobalTag } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { problemsOf } from '../../api/problems.ts'
import { FollowedEntry } from '../../drafts/followed-entry.tsx'
import { useFollowedForm } from '../../drafts/followed-form.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { tell } from '../../kit/toasts.tsx'
import { SaveFoot } from '../../kit/save-foot.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { membersOf, TagFields, type TagDraft } from './tag-fields.tsx'

/** Changes a tag in place: everything that carries it keeps it. */
export function ChangeTag({ tag }: { tag: GlobalTag }) {
  const refused = useRoleRefusal('Manager')
  return (
    <Sheet words="Change" label={`Change ${tag.name}`} title={`Change ${tag.name}`} refused={refused}>
      {(close) => <Form tag={tag} close={close} />}
    </Sheet>
  )
}

function Form({ tag, close }: { tag: GlobalTag; close: () => void }) {
  const form = useFollowedForm({
    name: 'GET /api/global-tags/{name}',
    given: { path: { name: tag.name } },
    known: tag,
    draftOf,
  })
  const { draft, put } = form
  const change = useChange('PUT /api/global-tags/{name}')
  const problems = problemsOf(change.error)
  const save = () =>
    change.mutate(
      { path: { name: tag.name }, body: membersOf(draft) },
      {
        onSuccess() {
          close()
          tell(`${tag.name} is changed.`)
        },
      },
    )
  return (
    <FollowedEntry form={form} what="tag" save={save}>
      <p>What carries the tag keeps it; the weights of that follow.</p>
      <div className="row filters">
        <TagFields draft={draft} put={put} problems={problems} />
      </div>
      <SaveFoot change={change} isTold={problems.size > 0} />
    </FollowedEntry>
  )
}

function draftOf({ weight_modifier, category, description, color }: GlobalTag): TagDraft {
  return {
    weight: String(weight_modifier),
    category: category ?? '',
    description: description ?? '',
    color: color ?? '',
  }
}
