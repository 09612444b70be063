// The node-* packages declare os and cpu as strings, which pnpm ignores: without lists, every platform's `node` would be installed and compete on PATH.
export const hooks = {
  readPackage(pkg) {
    if (/^node-(linux|darwin|win|bin)-/.test(pkg.name)) {
      for (const field of ['os', 'cpu']) {
        if (typeof pkg[field] === 'string') pkg[field] = [pkg[field]]
      }
    }
    // Only its standalone bundle is served (sync-server/src/http/openapi/docs-page.ts), and that has everything in it.
    if (pkg.name === '@scalar/api-reference') pkg.dependencies = {}
    return pkg
  },
}
