import { passwordLength } from '@cresyl/contract/api/limits'
import { type Html, html } from './html.ts'

/** A new password, typed twice, under the address it belongs to: password managers look for both. */
export function newPasswordFields({ hasError, focus }: { hasError: boolean; focus: boolean }): Html {
  const { min, max } = passwordLength
  const describedBy = html` aria-describedby="${hasError ? 'problem rule' : 'rule'}"`
  return html`<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="${min}" maxlength="${max}" required${describedBy}${focus && html` autofocus`}>
<p class="hint" id="rule">At least ${min} characters. A few random words work well.</p>
<label for="repeated">New password again</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" minlength="${min}" maxlength="${max}" required${hasError && html` aria-describedby="problem"`}>`
}

export function addressField(email: string): Html {
  return html`<label for="email">E-mail address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" readonly>`
}

export function problemOf(error: string | undefined): Html | false {
  return error !== undefined && html`<p class="alert" role="alert" id="problem">${error}</p>`
}
