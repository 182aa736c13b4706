import { fragmentShaders, type ProgramName, vertexShader } from './shaders.ts'

export interface GlProgram {
  /** What is drawn from now on is drawn by it. */
  begin(): void
  /** Null where a program has no use for it: setting it does nothing. */
  uniform(name: string): WebGLUniformLocation | null
}

export type GlPrograms = Record<ProgramName, GlProgram>

export function buildPrograms(gl: WebGL2RenderingContext): GlPrograms {
  return {
    colors: buildProgram(gl, 'colors'),
    shallow: buildProgram(gl, 'shallow'),
    deep: buildProgram(gl, 'deep'),
    hatched: buildProgram(gl, 'hatched'),
  }
}

function buildProgram(gl: WebGL2RenderingContext, name: ProgramName): GlProgram {
  const program = gl.createProgram()
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertexShader))
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragmentShaders[name]))
  gl.linkProgram(program)
  // A context that is lost meanwhile answers nothing: it is built anew when it is back.
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`The program ${name} cannot be linked: ${gl.getProgramInfoLog(program)}`)
  }
  const locations = new Map<string, WebGLUniformLocation | null>()
  const uniform = (which: string) => {
    const known = locations.get(which)
    if (known !== undefined) return known
    const location = gl.getUniformLocation(program, which)
    locations.set(which, location)
    return location
  }
  return { begin: () => gl.useProgram(program), uniform }
}

function compile(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type)
  if (shader === null) throw new Error('The graphics card takes no shaders.')
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
    throw new Error(`A shader cannot be compiled: ${gl.getShaderInfoLog(shader)}`)
  }
  return shader
}
