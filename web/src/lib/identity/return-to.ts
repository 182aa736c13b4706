const loginPath = '/login'
const parameter = 'return-to'

/** The address as a path of this app; anything that leads elsewhere becomes the start page. */
export function safeReturnTo(address: string | null | undefined, origin: string): string {
  if (!address?.startsWith('/')) return '/'
  const url = URL.parse(address, origin)
  if (url?.origin !== origin) return '/'
  const path = url.pathname + url.search + url.hash
  // `/.//elsewhere` is a path of ours as a whole, but its own pathname would be read as another host.
  return path.startsWith('//') ? '/' : path
}

/** /login with the address to come back to after signing in. */
export function loginAddress(returnTo: string): string {
  if (returnTo === '/' || isLogin(returnTo)) return loginPath
  return `${loginPath}?${new URLSearchParams({ [parameter]: returnTo })}`
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
