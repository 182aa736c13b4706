import { pictureLimits } from '@cresyl/contract/api/limits'
import { appColours } from '@cresyl/contract/slides/contrast'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { ColourField } from '../../ui/form/colour-field.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { Panel } from '../../ui/frame/panel.tsx'
import type { ThemeMode } from '../../ui/frame/theme.ts'
import { BrandPreview } from './brand-preview.tsx'
import type { SectionProps } from './general-section.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { words } from './words.ts'

const modes: readonly ThemeMode[] = ['light', 'dark']
const { branding } = words

export function BrandingSection({ form, disabled }: SectionProps) {
  const { draft, errors, change } = form
  const colour = (field: 'primary' | 'accent', label: string, hint: string) => (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <ColourField
        label={label}
        value={draft[field]}
        otherwise={appColours.light[field]}
        error={errors[field]}
        hint={hint}
        disabled={disabled}
        onChange={(value) => change({ [field]: value })}
      />
      <SettingsConflict form={form} field={field} />
    </Box>
  )
  return (
    <Panel title={branding.title} context={branding.context}>
      <Stack sx={{ gap: 5 }}>
        <div>
          <PictureField
            label={branding.logo}
            hint={branding.logoHint}
            value={draft.logo}
            box={pictureLimits.logoPixels}
            disabled={disabled}
            error={errors.logo}
            preview={draft.logo && <LogoPreview logo={draft.logo} />}
            onChange={(logo) => change({ logo })}
          />
          <SettingsConflict form={form} field="logo" />
        </div>
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 5 }}>
          {colour('primary', branding.primary, branding.primaryHint)}
          {colour('accent', branding.accent, branding.accentHint)}
        </Stack>
        <Preview draft={draft} valid={!errors.primary && !errors.accent} />
      </Stack>
    </Panel>
  )
}

function LogoPreview({ logo }: { logo: string }) {
  return (
    <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap' }}>
      {modes.map((mode) => (
        <Box
          key={mode}
          sx={{
            p: 3,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: appColours[mode].surface,
          }}
        >
          <Box
            component="img"
            src={logo}
            alt={branding.logoOn[mode]}
            sx={{ display: 'block', maxWidth: '100%', height: 'auto', maxHeight: 48 }}
          />
        </Box>
      ))}
    </Stack>
  )
}

interface PreviewProps {
  draft: { primary: string; accent: string }
  valid: boolean
}

/** Shows the last colours that were whole: half a colour is none. */
function Preview({ draft: { primary, accent }, valid }: PreviewProps) {
  const shown = useRef({ primary: '', accent: '' })
  const whole = (colour: string) => colour === '' || /^#[0-9a-f]{6}$/i.test(colour)
  if (whole(primary) && whole(accent)) shown.current = { primary, accent }
  const colours = { primary: shown.current.primary || null, accent: shown.current.accent || null }
  return (
    <Box role="img" aria-label={branding.preview}>
      <Typography variant="h3" component="p" sx={{ mb: 2 }}>
        {branding.preview}
      </Typography>
      <Stack aria-hidden direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, opacity: valid ? 1 : 0.6 }}>
        {modes.map((mode) => (
          <BrandPreview key={mode} mode={mode} colours={colours} />
        ))}
      </Stack>
    </Box>
  )
}
