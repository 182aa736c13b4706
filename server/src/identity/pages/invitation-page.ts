import { roles } from '@cresyl/contract/api/permissions'
import type { Config } from '../../platform/config/config.ts'
import type { Invitation, InvitationState } from '../invitations.ts'
import { type Html, html } from './html.ts'
import { composePage, type Page } from './page.ts'
import { addressField, newPasswordFields, problemOf } from './password-fields.ts'

export interface InvitationPageState {
  /** What was typed before. */
  name?: string
  /** In the form for who has an account. */
  isOwn?: boolean
  error?: string
}

/** What the form for who has an account says of itself. */
export const accountField = 'account'
export const ownAccount = 'own'

/** The same whether the address has an account in other organisations or not: that is not for who invited to know. */
export function invitationPage(
  config: Config,
  action: string,
  invitation: Invitation,
  { name = invitation.name, isOwn = false, error }: InvitationPageState,
): Page {
  const { organizationName, role, invitedBy, email, account } = invitation
  const who = invitedBy === null ? html`You are invited` : html`${invitedBy} invites you`
  const hasError = error !== undefined
  const forms =
    account === null
      ? html`<form method="post" action="${action}">
${addressField(email)}
${newAccountFields(name, hasError && !isOwn)}
<button type="submit">Join</button>
</form>
<details${isOwn && html` open`}>
<summary>I have an account with this address</summary>
<p class="muted">Enter its password to confirm that it is yours. You then use one account for all your organisations.</p>
<form method="post" action="${action}">
<input type="hidden" name="${accountField}" value="${ownAccount}">
${ownPasswordFields('own-password', hasError && isOwn)}
</form>
</details>`
      : html`<p class="muted">You already have an account. Enter its password to confirm that it is yours.</p>
<form method="post" action="${action}">
${addressField(email)}
${ownPasswordFields('password', hasError)}
</form>`
  return composePage(
    config,
    `Join ${organizationName}`,
    html`<p>${who} to ${organizationName} as ${roles[role].label}.</p>
${problemOf(error)}
${forms}`,
  )
}

function newAccountFields(name: string, hasError: boolean): Html {
  const describedBy = hasError && html` aria-describedby="problem"`
  return html`<label for="name">Your name</label>
<input id="name" name="name" type="text" value="${name}" autocomplete="name" maxlength="255" required${describedBy}${name === '' && html` autofocus`}>
${newPasswordFields({ hasError, focus: name !== '' })}`
}

function ownPasswordFields(id: string, hasError: boolean): Html {
  return html`<label for="${id}">Password</label>
<input id="${id}" name="password" type="password" autocomplete="current-password" maxlength="1024" required${id === 'password' && html` autofocus`}${hasError && html` aria-describedby="problem"`}>
<button type="submit">Join with this account</button>`
}

export function joinedPage(config: Config, { organizationName }: Invitation): Page {
  return composePage(
    config,
    'Welcome',
    html`<p role="status">You are now a member of ${organizationName}. Sign in to start.</p>
<a class="button" href="${config.origin}/login">Go to Cresyl</a>`,
  )
}

const sentences: Record<Exclude<InvitationState, 'open'>, string> = {
  unknown: 'This invitation link is not valid. Check that you have the whole link, or ask for a new one.',
  used: 'This invitation has already been accepted. If it was you, sign in; if not, tell the administrator who invited you.',
  revoked: 'This invitation was withdrawn. Ask the administrator who invited you for a new one.',
  expired: 'This invitation has expired. Ask the administrator who invited you for a new one.',
  closed: 'The organisation that invited you is not active. Ask the administrator who invited you.',
  member: 'You are already a member of this organisation. Sign in with your e-mail address and password.',
  disabled: 'Your account is disabled. Ask the administrator who invited you to have it enabled.',
}

export function closedInvitationPage(config: Config, state: Exclude<InvitationState, 'open'>): Page {
  return composePage(
    config,
    'This invitation can’t be used',
    html`<p role="alert">${sentences[state]}</p>
<a class="button" href="${config.origin}/login">Go to Cresyl</a>`,
  )
}
