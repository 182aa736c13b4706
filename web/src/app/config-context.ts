import type { AppConfig } from '@cresyl/contract/people/app-config'
import { createContext, useContext } from 'react'

export const ConfigContext = createContext<AppConfig | null>(null)

export function useConfig(): AppConfig {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('useConfig needs a <ConfigContext> above it.')
  return config
}
