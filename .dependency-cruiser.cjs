/**
 * Who may import whom. Each row of `mayImport` names a folder and the folders it may use besides
 * itself; everything else inside the project is forbidden, type-only imports included.
 * @type {[string, string[]][]}
 */
const mayImport = [
  ['contract/src', []],
  ['identity/(src|test)', []],
  ['server/src/platform', ['contract/src']],
  ['server/src/knowledge', ['server/src/platform', 'contract/src']],
  ['server/src/assistant', ['server/src/knowledge', 'server/src/platform', 'contract/src']],
  ['server/src/access', ['server/src/platform', 'contract/src']],
  [
    'server/src/features',
    [
      'server/src/access',
      'server/src/knowledge',
      'server/src/assistant',
      'server/src/platform',
      'contract/src',
    ],
  ],
  ['web/src/lib', ['contract/src']],
  ['web/src/ui', ['web/src/lib']],
  ['web/src/session', ['web/src/ui', 'web/src/lib', 'web/src/config', 'contract/src']],
  [
    'web/src/features',
    ['web/src/session', 'web/src/ui', 'web/src/lib', 'web/src/config', 'contract/src'],
  ],
  ['e2e', ['contract/src', 'identity/test', 'server/test/model-server']],
];

/** Tests may also use the test support of their own workspace. */
const TEST_FILE = '(\\.test\\.tsx?|/testing/[^/]+)$';
const TEST_SUPPORT = ['server/test', 'web/src/test-support', 'identity/test'];
const OUR_CODE = '^(contract|identity|server|web|e2e|bench|scripts)/';

const folderRules = mayImport.map(([folder, allowed]) => ({
  name: `only-${folder.replaceAll(/[^a-z0-9]+/g, '-')}-and-below`,
  comment: `${folder} may import ${allowed.join(', ') || 'nothing else of the project'}.`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: TEST_FILE },
  to: { path: OUR_CODE, pathNot: [folder, ...allowed].map((name) => `^${name}[/.]`) },
}));

const testRules = mayImport.map(([folder, allowed]) => ({
  name: `tests-of-${folder.replaceAll(/[^a-z0-9]+/g, '-')}`,
  severity: 'error',
  from: { path: `^${folder}/.*${TEST_FILE}` },
  to: {
    path: OUR_CODE,
    pathNot: [folder, ...allowed, ...TEST_SUPPORT].map((name) => `^${name}[/.]`),
  },
}));

module.exports = {
  forbidden: [
    ...folderRules,
    ...testRules,
    {
      name: 'features-never-import-each-other',
      severity: 'error',
      from: { path: '^(server|web)/src/features/([^/]+)/' },
      to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    },
    {
      name: 'only-main-composes',
      comment: 'Only the composition root and the operator commands know every part.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot:
          '^server/src/(main|services|open-assistant|work-on-jobs|mount-embedded-parts|choose-switches|cli/)',
      },
      to: { path: '^(identity|server/src/(main|services|open-assistant|cli))' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { path: OUR_CODE },
      to: { couldNotResolve: true, pathNot: '\\?|\\.css$|^pdfjs-dist/types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|peers)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
