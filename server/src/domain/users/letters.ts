import { type RoleKey, roles } from '@cresyl/contract/api/permissions'
import type { Letter } from '../mail/queue-mail.ts'

export interface InvitationFacts {
  to: string
  organization: string
  invitedBy: string
  role: RoleKey
  link: string
  expiresAt: Date
}

export function invitationLetter(facts: InvitationFacts): Letter {
  const { to, organization, invitedBy, role, link, expiresAt } = facts
  return {
    to,
    subject: `Invitation to ${organization} on Cresyl`,
    text: [
      `${invitedBy} invites you to join ${organization} on Cresyl, a platform for digital pathology, as ${roles[role].label}.`,
      `To join, follow this link:\n${link}`,
      `The link works until ${inWords(expiresAt)}. If you did not expect this e-mail, ignore it.`,
    ].join('\n\n'),
  }
}

export interface PasswordResetFacts {
  to: string
  offeredBy: string
  link: string
  expiresAt: Date
}

export function passwordResetLetter({ to, offeredBy, link, expiresAt }: PasswordResetFacts): Letter {
  return {
    to,
    subject: 'Set a new password for Cresyl',
    text: [
      `${offeredBy} created a link for you to set a new password for Cresyl:\n${link}`,
      `The link works once, until ${inWords(expiresAt)}. If you did not ask for it, tell your administrator; your current password keeps working.`,
    ].join('\n\n'),
  }
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })

function inWords(time: Date): string {
  return `${format.format(time)} UTC`
}
