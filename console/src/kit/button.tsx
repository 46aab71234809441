import { Button as Base, type ButtonProps } from '@ariakit/react'
import { Tooltip } from './tooltip.tsx'

interface Given extends ButtonProps {
  /** How much it stands out; plain by default. */
  kind?: 'primary' | 'danger' | 'plain'
  /** Why it cannot be used now; it is then disabled, can still be reached, and says so. */
  refused?: string | null
}

/** A button whose words say what happens. */
export function Button({ kind = 'plain', refused = null, disabled, ...rest }: Given) {
  const button = (
    <Base
      className={`button ${kind}`}
      accessibleWhenDisabled
      disabled={disabled === true || refused !== null}
      {...rest}
    />
  )
  return refused === null ? button : <Tooltip text={refused}>{button}</Tooltip>
}
