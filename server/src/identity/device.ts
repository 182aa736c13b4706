// The first that matches: most browsers also claim to be the ones after them.
const browsers: [RegExp, string][] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

export const unknownDevice = 'Unknown device'

/** What a browser says about itself, in the words of its owner: “Firefox on Linux”. */
export function describeDevice(userAgent: string): string {
  const browser = nameOf(browsers, userAgent)
  const system = nameOf(systems, userAgent)
  if (browser === undefined && system === undefined) return unknownDevice
  return `${browser ?? 'A browser'} on ${system ?? 'an unknown system'}`
}

function nameOf(kinds: [RegExp, string][], userAgent: string): string | undefined {
  return kinds.find(([pattern]) => pattern.test(userAgent))?.[1]
}
