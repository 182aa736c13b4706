import type { Profile } from '@cresyl/contract/profiles'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import { Section } from '../../ui/section.tsx'
import { AppearanceFields } from './appearance-fields.tsx'
import { PersonForm } from './person-form.tsx'
import { words } from './words.ts'

interface GeneralSectionProps {
  profile: Profile
  onUnsaved: (unsaved: boolean) => void
}

export function GeneralSection({ profile, onUnsaved }: GeneralSectionProps) {
  const managed = profile.managed_by === 'provider'
  return (
    <Stack divider={<Divider />} sx={{ gap: 6 }}>
      <Section
        level={3}
        title={words.person.title}
        context={managed ? words.person.managed : words.person.text}
      >
        <PersonForm profile={profile} onUnsaved={onUnsaved} />
      </Section>
      <Section level={3} title={words.appearance.title} context={words.appearance.text}>
        <AppearanceFields profile={profile} />
      </Section>
    </Stack>
  )
}
