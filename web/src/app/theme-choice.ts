import { useChooseInProfile } from '../features/profile/mutations.ts'
import { type Remembered, useRemembered } from './remembered.tsx'

type Theme = Remembered['theme']

/** The theme in use, and a way to choose another: at once here, then in the profile. */
export function useThemeChoice(): { theme: Theme; choose: (theme: Theme) => void } {
  const { values, remember } = useRemembered()
  const change = useChooseInProfile()
  const { theme } = values
  return {
    theme,
    choose(next) {
      remember('theme', next)
      change.mutate({ theme: next }, { onError: () => remember('theme', theme) })
    },
  }
}
