import type { Config } from '../../platform/config/config.ts'
import { html } from './html.ts'
import { composePage, type Page } from './page.ts'

/** The same for a wrong password, an unknown person and a waiting account: it must not tell who exists. */
export const refusedSentence =
  'The e-mail address or password is wrong. After five wrong attempts you have to wait a minute, then longer.'

/** Where the account is known: the same for a wrong password and for an account that has to wait. */
export const refusedPasswordSentence =
  'The password is wrong. After five wrong attempts you have to wait a minute, then longer.'

/** The same where the address has no account: whoever sees the page may be the one who invited. */
export const refusedAccountSentence =
  'No account with this address has this password. After five wrong attempts you have to wait a minute, then longer.'

/** For somebody who knows the password. */
export const disabledSentence =
  'Your account is disabled. Ask an administrator of your organisation to enable it.'

export interface LoginPageState {
  /** What was typed before, or what the app suggests. */
  email?: string
  error?: string
}

export function loginPage(config: Config, action: string, { email = '', error }: LoginPageState): Page {
  const problem = error !== undefined && html`<p class="alert" role="alert" id="problem">${error}</p>`
  const describedBy = error !== undefined && html` aria-describedby="problem"`
  const focusEmail = email === '' && html` autofocus`
  const focusPassword = email !== '' && html` autofocus`
  return composePage(
    config,
    'Sign in',
    html`${problem}
<form method="post" action="${action}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" maxlength="320" required${describedBy}${focusEmail}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${describedBy}${focusPassword}>
<button type="submit">Sign in</button>
</form>
<a class="link" href="${config.origin}/login">Back to Cresyl</a>`,
  )
}
