import type { Profile } from '@cresyl/contract/profiles'
import { AppearanceFields } from './appearance-fields.tsx'
import { PersonForm } from './person-form.tsx'
import { Section } from './section.tsx'
import { words } from './words.ts'

interface GeneralSectionProps {
  profile: Profile
  onUnsaved: (unsaved: boolean) => void
}

export function GeneralSection({ profile, onUnsaved }: GeneralSectionProps) {
  const managed = profile.managed_by === 'provider'
  return (
    <>
      <Section title={words.person.title} text={managed ? words.person.managed : words.person.text}>
        <PersonForm profile={profile} onUnsaved={onUnsaved} />
      </Section>
      <Section title={words.appearance.title} text={words.appearance.text}>
        <AppearanceFields profile={profile} />
      </Section>
    </>
  )
}
