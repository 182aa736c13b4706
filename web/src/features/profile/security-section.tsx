import type { Profile } from '@cresyl/contract/profiles'
import { PasswordForm } from './password-form.tsx'
import { Section } from './section.tsx'
import { SessionList } from './session-list.tsx'
import { words } from './words.ts'

export function SecuritySection({ profile }: { profile: Profile }) {
  const managed = profile.managed_by === 'provider'
  return (
    <>
      <Section title={words.sessions.title} text={words.sessions.text}>
        <SessionList />
      </Section>
      <Section title={words.password.title} text={managed ? words.password.managed : words.password.text}>
        {!managed && <PasswordForm email={profile.email} />}
      </Section>
    </>
  )
}
