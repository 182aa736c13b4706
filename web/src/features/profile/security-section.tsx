import type { Profile } from '@cresyl/contract/profiles'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import { Section } from '../../ui/section.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'
import { words } from './words.ts'

export function SecuritySection({ profile }: { profile: Profile }) {
  const managed = profile.managed_by === 'provider'
  return (
    <Stack divider={<Divider />} sx={{ gap: 6 }}>
      <Section level={3} title={words.sessions.title} context={words.sessions.text}>
        <SessionList />
      </Section>
      <Section
        level={3}
        title={words.password.title}
        context={managed ? words.password.managed : words.password.text}
      >
        {!managed && <PasswordForm email={profile.email} />}
      </Section>
    </Stack>
  )
}
