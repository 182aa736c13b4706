/** How those that draw with the processor call themselves. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** Whether the processor stands in for a graphics card: as on many remote desktops. */
export function isDrawnBySoftware(gl: WebGL2RenderingContext): boolean {
  // Some browsers tell what draws by itself, some only when asked for it.
  const details = gl.getExtension('WEBGL_debug_renderer_info')
  const names = [gl.RENDERER, details?.UNMASKED_RENDERER_WEBGL].map((which) =>
    which === undefined ? '' : String(gl.getParameter(which)),
  )
  return names.some((name) => software.test(name))
}
