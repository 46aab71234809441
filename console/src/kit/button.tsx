import { Button as Base, type ButtonProps } from '@ariakit/react'
import { Tooltip } from './tooltip.tsx'

interface Given extends ButtonProps {
  /** How much it stands out; plain by default. */
  kind?: 'primary' | 'danger' | 'plain'
  /** Why it cannot be used now; it is then disabled, can still be reached, and says so. */
  refused?: string | null
}

/** A button whose words say what happens. The second click of a double one sends no form again. */
export function Button({ kind = 'plain', refused = null, disabled, onClick, ...rest }: Given) {
  const button = (
    <Base
      className={`button ${kind}`}
      accessibleWhenDisabled
      disabled={disabled === true || refused !== null}
      {...rest}
      onClick={(event) => {
        // It may come before the page has drawn that the first is under way.
        if (rest.type === 'submit' && event.detail > 1) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
  return refused === null ? button : <Tooltip text={refused}>{button}</Tooltip>
}
