import { readFileSync } from "node:fs";
import { z } from "zod";
import { composeFile } from "./compose/compose-file.ts";
import { composeScrape, kubernetesScrape } from "./compose/scrape.ts";
import { metricsPage } from "./docs/metrics-page.ts";
import { generatedYaml } from "./generated-yaml.ts";
import { kubernetesFiles } from "./kubernetes/files.ts";
import { LOCAL_BYTES, PRODUCTION_BYTES } from "./kubernetes/names.ts";
import { limitFile, ruleFile, ruleTestFile } from "./prometheus/rule-files.ts";

const root = new URL("../../../", import.meta.url).pathname;
const Package = z.object({ version: z.string() });
const release = (): string => Package.parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))).version;

/** Every generated file, by its path from the repository's root. */
export const generatedFiles = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(kubernetesFiles(release())).map(([path, text]) => [`deploy/kubernetes/${path}`, text])),
  "docs/metrics.md": metricsPage(root),
  "docker-compose.yml": generatedYaml(composeFile()),
  "deploy/prometheus/compose.yml": generatedYaml(composeScrape()),
  "deploy/prometheus/kubernetes.yml": generatedYaml(kubernetesScrape()),
  "deploy/prometheus/rules.yaml": generatedYaml(ruleFile()),
  "deploy/prometheus/rules.test.yaml": generatedYaml(ruleTestFile()),
  "deploy/prometheus/limits-local.yaml": generatedYaml(limitFile(LOCAL_BYTES)),
  "deploy/prometheus/limits-production.yaml": generatedYaml(limitFile(PRODUCTION_BYTES)),
});
