import type { Config } from '../../platform/config/config.ts'
import type { FoundReset, PasswordReset } from '../reset-password.ts'
import { html } from './html.ts'
import { composePage, type Page } from './page.ts'
import { addressField, newPasswordFields, problemOf } from './password-fields.ts'

export function passwordResetPage(
  config: Config,
  action: string,
  { email }: PasswordReset,
  error?: string,
): Page {
  return composePage(
    config,
    'Set a new password',
    html`<p class="muted">You will be signed out everywhere, then you can sign in with the new password.</p>
${problemOf(error)}
<form method="post" action="${action}">
${addressField(email)}
${newPasswordFields({ hasError: error !== undefined, focus: true })}
<button type="submit">Set the password</button>
</form>`,
  )
}

export function passwordSetPage(config: Config): Page {
  return composePage(
    config,
    'Your password is set',
    html`<p role="status">You were signed out everywhere. Sign in with the new password.</p>
<a class="button" href="${config.origin}/login">Go to Cresyl</a>`,
  )
}

type Closed = Exclude<FoundReset['state'], 'open'>

const sentences: Record<Closed, string> = {
  unknown:
    'This link is not valid. Check that you have the whole link, or ask an administrator for a new one: a new link replaces the one before.',
  used: 'This link has already been used. If it was not you, ask an administrator for a new one at once.',
  expired: 'This link has expired. Ask an administrator for a new one.',
  disabled: 'Your account is disabled. Ask an administrator to have it enabled.',
}

export function closedResetPage(config: Config, state: Closed): Page {
  return composePage(
    config,
    'This link can’t be used',
    html`<p role="alert">${sentences[state]}</p>
<a class="button" href="${config.origin}/login">Go to Cresyl</a>`,
  )
}
