import type { Flow } from '../api/api.generated.ts'
import { useChange } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { tell } from '../kit/toasts.tsx'
import { useRoleRefusal } from '../shell/rights.ts'

/** Turns a flow off or on; what it has begun goes on. */
export function Switch({ flow: { id, name, deactivated } }: { flow: Flow }) {
  const refused = useRoleRefusal('Manager')
  const change = useChange('PATCH /api/flows/{id}/deactivated')
  const word = deactivated ? 'Turn on' : 'Turn off'
  return (
    <Button
      refused={refused}
      disabled={change.isPending}
      aria-label={`${word} ${name}`}
      onClick={() =>
        change.mutate(
          { path: { id }, body: { deactivated: !deactivated } },
          {
            onSuccess: () => tell(`${name} is ${deactivated ? 'on' : 'off'}.`),
            onError: ({ message }) => tell(message),
          },
        )
      }
    >
      {word}
    </Button>
  )
}
