import { checkBranding } from '@cresyl/contract/contrast'
import { ApiError } from '@cresyl/contract/errors'
import { isolate } from '@cresyl/contract/isolate'
import type { AnnotationClass, updateOrganizationSettings } from '@cresyl/contract/organizations'
import { noThresholds, thresholdFaults } from '@cresyl/contract/qc-thresholds'
import type { RouteRequest } from '@cresyl/contract/route'
import { foldText } from '../../platform/text.ts'

export type SettingsEdit = RouteRequest<typeof updateOrganizationSettings>['body']

type Faults = [field: string, sentence: string][]

/** Refuses what has the right shape but can't be: all of it at once, so that a form can show all of it. */
export function checkSettings(edit: SettingsEdit): void {
  const faults = [
    ...timeZoneFaults(edit.time_zone),
    ...brandingFaults(edit.branding),
    ...classFaults(edit.annotation_classes ?? []),
    ...limitFaults(edit.qc_thresholds),
  ]
  const [first] = faults
  if (first === undefined) return
  const fields = Object.fromEntries(faults.map(([field, sentence]) => [field, [sentence]]))
  throw new ApiError('invalid_input', { detail: first[1], fields })
}

function timeZoneFaults(timeZone: string | undefined): Faults {
  if (timeZone === undefined || isTimeZone(timeZone)) return []
  return [['time_zone', 'This time zone does not exist. Use a name such as Europe/Berlin, or UTC.']]
}

/** Offsets such as +01:00 are no zones: they don't know summer time. */
function isTimeZone(timeZone: string): boolean {
  if (!/^[A-Za-z]/.test(timeZone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function brandingFaults(branding: SettingsEdit['branding']): Faults {
  const { primary = null, accent = null } = branding ?? {}
  return checkBranding({ primary, accent }).map(({ field, sentence }) => [`branding.${field}`, sentence])
}

function limitFaults(thresholds: SettingsEdit['qc_thresholds']): Faults {
  return thresholdFaults(thresholds ?? noThresholds).map(({ stainerId, key, limit, sentence }) => {
    const set = stainerId === null ? 'common' : `stains.${stainerId}`
    return [`qc_thresholds.${set}.${key}.${limit}`, sentence]
  })
}

function classFaults(classes: readonly AnnotationClass[]): Faults {
  const faults: Faults = []
  const names = new Set<string>()
  const hotkeys = new Set<string>()
  classes.forEach(({ name, hotkey }, at) => {
    const key = foldText(name)
    if (names.has(key)) {
      faults.push([
        `annotation_classes.${at}.name`,
        `There are two classes called “${isolate(name)}”. Rename one.`,
      ])
    }
    if (hotkey !== null && hotkeys.has(hotkey)) {
      faults.push([
        `annotation_classes.${at}.hotkey`,
        `Two classes have the key “${hotkey}”. Choose another key for one.`,
      ])
    }
    names.add(key)
    if (hotkey !== null) hotkeys.add(hotkey)
  })
  return faults
}
