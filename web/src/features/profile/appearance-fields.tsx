import { type Profile, themes } from '@cresyl/contract/people/profiles'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Monitor, Moon, Sun } from '../../ui/frame/icons.ts'
import { type Locale, resolveLocale } from '../../ui/text/locale.ts'
import { exampleOf, localeOptions, nameOf } from './locale-options.ts'
import { useChooseInProfile } from './mutations.ts'
import { words } from './words.ts'

const themeIcons = { system: Monitor, light: Sun, dark: Moon }

export function AppearanceFields({ profile }: { profile: Profile }) {
  const choose = useChooseInProfile()
  return (
    <Stack sx={{ gap: 5 }}>
      <ThemeField theme={profile.theme} onChoose={(theme) => choose.mutate({ theme })} />
      <LocaleField locale={profile.locale} onChoose={(locale) => choose.mutate({ locale })} />
    </Stack>
  )
}

interface ThemeFieldProps {
  theme: Profile['theme']
  onChoose: (theme: Profile['theme']) => void
}

function ThemeField({ theme, onChoose }: ThemeFieldProps) {
  const labelId = useId()
  return (
    <div>
      <Typography id={labelId} variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {words.appearance.theme}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={theme}
        onChange={(_, next: Profile['theme'] | null) => next && onChoose(next)}
        aria-labelledby={labelId}
      >
        {themes.map((each) => {
          const Icon = themeIcons[each]
          return (
            <ToggleButton key={each} value={each} sx={{ gap: 2, lineHeight: 1.25, px: 2 }}>
              <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
              {words.appearance.themes[each]}
            </ToggleButton>
          )
        })}
      </ToggleButtonGroup>
    </div>
  )
}

const ofBrowser = 'browser'

interface LocaleFieldProps {
  locale: Locale | null
  onChoose: (locale: Locale | null) => void
}

function LocaleField({ locale, onChoose }: LocaleFieldProps) {
  const browsers = resolveLocale(null, navigator.languages)
  const options = [
    { value: ofBrowser, name: words.appearance.browserLocale, example: exampleOf(browsers) },
    ...localeOptions.map(({ locale, name, example }) => ({ value: locale, name, example })),
  ]
  const shownName = locale ? nameOf(locale) : `${words.appearance.browserLocale} (${nameOf(browsers)})`
  return (
    <TextField
      select
      fullWidth
      label={words.appearance.locale}
      value={locale ?? ofBrowser}
      onChange={({ target: { value } }) => onChoose(value === ofBrowser ? null : (value as Locale))}
      helperText={`${exampleOf(locale ?? browsers)}. ${words.appearance.localeHint}`}
      slotProps={{ select: { renderValue: () => shownName } }}
    >
      {options.map(({ value, name, example }) => (
        <MenuItem key={value} value={value}>
          <ListItemText
            primary={<span lang={value === ofBrowser ? undefined : value}>{name}</span>}
            secondary={example}
            slotProps={{ secondary: { variant: 'body2' } }}
            sx={{ my: 0 }}
          />
        </MenuItem>
      ))}
    </TextField>
  )
}
