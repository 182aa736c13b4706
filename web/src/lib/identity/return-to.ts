export const loginPath = '/login'
const parameter = 'return-to'
const hintParameter = 'hint'

/** The address as a path of this app; undefined where it leads elsewhere. */
export function ownPath(address: string | null | undefined, origin: string): string | undefined {
  if (!address?.startsWith('/')) return undefined
  const url = URL.parse(address, origin)
  if (url?.origin !== origin) return undefined
  const path = url.pathname + url.search + url.hash
  // `/.//elsewhere` is a path of ours as a whole, but its own pathname would be read as another host.
  return path.startsWith('//') ? undefined : path
}

/** The same, or else the start page. */
export function safeReturnTo(address: string | null | undefined, origin: string): string {
  return ownPath(address, origin) ?? '/'
}

/** /login with the address to come back to after signing in, and who is expected to sign in. */
export function loginAddress(returnTo: string, loginHint?: string): string {
  const query = new URLSearchParams({
    ...(returnTo !== '/' && !isLogin(returnTo) && { [parameter]: returnTo }),
    ...(loginHint && { [hintParameter]: loginHint }),
  })
  return query.size === 0 ? loginPath : `${loginPath}?${query}`
}

/** The e-mail address that the login page was told to offer. */
export function loginHintOf(address: string, origin: string): string | undefined {
  if (!isLogin(address)) return undefined
  return URL.parse(address, origin)?.searchParams.get(hintParameter) || undefined
}

/** Where to be after signing in on this page. */
export function returnToOf(address: string, origin: string): string {
  if (!isLogin(address)) return safeReturnTo(address, origin)
  const asked = safeReturnTo(URL.parse(address, origin)?.searchParams.get(parameter), origin)
  return isLogin(asked) ? '/' : asked
}

export function isLogin(address: string): boolean {
  return /^\/login\/?([?#]|$)/.test(address)
}
