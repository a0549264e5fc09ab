/** Extensions one by one: name | description | labels | content types' methods. */
export const SINGLE = `
@svc/aws/s3 | Manage buckets and objects of Amazon S3: create, copy, sync, lifecycle rules | aws, storage, bucket, object-storage | create copy sync
@svc/aws/ec2 | Start, stop and resize EC2 instances | aws, vm, servers, compute | start stop resize
@svc/aws/lambda | Deploy and invoke Lambda functions and read their logs | aws, serverless, functions | deploy invoke
@svc/aws/rds | Manage RDS databases: snapshots, parameter groups, upgrades | aws, database, postgres, mysql | snapshot upgrade
@svc/aws/dynamodb | Query DynamoDB tables and manage capacity | aws, nosql, database | query put
@svc/aws/iam | Audit IAM users, roles and policies and find unused access keys | aws, security, access | audit
@svc/aws/route53 | Manage hosted zones and DNS records of Route 53 | aws, dns, domains | list apply
@svc/aws/cloudwatch | Read CloudWatch metrics and logs and manage alarms | aws, monitoring, logging, alerts | metrics logs alarm
@svc/aws/sqs | Send to and drain SQS queues, redrive dead letters | aws, queue, messaging | send drain redrive
@svc/aws/sns | Publish notifications to SNS topics | aws, notifications, pubsub | publish
@svc/aws/ecs | Deploy services to ECS and wait until they are stable | aws, containers, fargate | deploy wait
@svc/aws/eks | Create and upgrade EKS clusters and node groups | aws, kubernetes, k8s | create upgrade
@svc/aws/ecr | List and expire images in ECR repositories | aws, containers, images, registry | list expire
@svc/aws/cloudformation | Deploy CloudFormation stacks and detect drift | aws, iac, stacks | deploy drift
@svc/aws/secrets-manager | Read and rotate secrets in AWS Secrets Manager | aws, secrets, vault | get rotate
@svc/aws/cost-explorer | Report AWS spending by service, tag and account | aws, cost, finops, billing | report
@svc/aws/kms | Create and rotate encryption keys of KMS | aws, encryption, keys | create rotate
@svc/aws/vpc | Inspect VPCs, subnets and security groups | aws, network, firewall | inspect
@svc/aws/cloudfront | Invalidate and configure CloudFront distributions | aws, cdn, cache | invalidate
@svc/aws/athena | Query files in S3 with Athena and keep the rows | aws, sql, analytics | query
@svc/aws/glue | Run Glue jobs and crawlers | aws, etl | run crawl
@svc/aws/kinesis | Read and write Kinesis streams | aws, streaming | put read
@svc/aws/step-functions | Start Step Functions state machines and follow executions | aws, workflow | start follow
@svc/aws/ssm | Run commands on hosts through Systems Manager and read parameters | aws, parameters, remote | run get
@svc/aws/organizations | Create accounts and apply service control policies | aws, accounts, governance | create apply
@svc/aws/budgets | Warn before an AWS budget is spent | aws, cost, alerts | check
@svc/gcp/storage | Manage buckets and objects of Google Cloud Storage | gcp, bucket, object-storage, gcs | create copy sync
@svc/gcp/compute | Manage Compute Engine instances | gcp, vm, servers | start stop
@svc/gcp/bigquery | Run BigQuery queries, load tables and watch slots | gcp, sql, warehouse, analytics | query load
@svc/gcp/pubsub | Publish to Pub/Sub topics and pull subscriptions | gcp, messaging, queue | publish pull
@svc/gcp/cloud-run | Deploy containers to Cloud Run and split traffic | gcp, serverless, containers | deploy split
@svc/gcp/gke | Create and upgrade GKE clusters | gcp, kubernetes, k8s | create upgrade
@svc/gcp/cloud-sql | Back up and patch Cloud SQL instances | gcp, database, postgres, mysql | backup patch
@svc/gcp/firestore | Read, write and export Firestore documents | gcp, nosql, database | read write export
@svc/gcp/functions | Deploy Cloud Functions | gcp, serverless | deploy
@svc/gcp/secret-manager | Read and rotate secrets in Secret Manager of Google Cloud | gcp, secrets, vault | get rotate
@svc/gcp/iam | Audit IAM bindings and service accounts of Google Cloud | gcp, security, access | audit
@svc/gcp/dns | Manage Cloud DNS zones | gcp, dns, domains | apply
@svc/gcp/billing-export | Report Google Cloud spending from the billing export | gcp, cost, finops | report
@svc/azure/vm | Start, stop and resize virtual machines on Azure | azure, servers, compute | start stop
@svc/azure/blob-storage | Manage containers and blobs of Azure Storage | azure, object-storage, bucket | create copy
@svc/azure/aks | Create and upgrade AKS clusters | azure, kubernetes, k8s | create upgrade
@svc/azure/functions | Deploy Azure Functions | azure, serverless | deploy
@svc/azure/key-vault | Read and rotate secrets and keys in Azure Key Vault | azure, secrets, vault, keys | get rotate
@svc/azure/cosmos-db | Query Cosmos DB and manage throughput | azure, nosql, database | query
@svc/azure/devops | Work items, pipelines and repositories of Azure DevOps | azure, ci, boards | create run
@svc/azure/monitor | Query Azure Monitor logs and metrics | azure, monitoring, logging | query
@svc/azure/cost-management | Report Azure spending by resource group | azure, cost, finops | report
@svc/azure/sql | Scale and back up Azure SQL databases | azure, database | scale backup
@svc/github/issues | Search, create, label and close GitHub issues | github, tickets, tracker | search create close
@svc/github/pulls | List, review and merge pull requests of GitHub | github, pull-request, review, pr | list review merge
@svc/github/actions | Run GitHub Actions workflows, watch runs and read logs | github, ci, workflows | dispatch watch
@svc/github/members | List members and teams of a GitHub organization | github, users, org | list
@svc/github/security-alerts | Triage Dependabot, code scanning and secret scanning alerts of GitHub | github, security, dependabot, cve | list dismiss
@svc/github/projects | Items and fields of GitHub Projects boards | github, kanban, boards | list move
@svc/github/gists | Create and update gists | github, snippets | create update
@svc/kubernetes/pods | List pods, read their logs and restart them | kubernetes, k8s, containers | list logs restart
@svc/kubernetes/deployments | Roll out, scale and roll back Kubernetes deployments | kubernetes, k8s, deploy | rollout scale rollback
@svc/kubernetes/secrets | Sync Kubernetes secrets from a vault | kubernetes, k8s, security | sync
@svc/kubernetes/cluster-audit | Check a Kubernetes cluster against a security baseline | kubernetes, k8s, security, compliance | check
@svc/kubernetes/cost | Report what namespaces of Kubernetes cost | kubernetes, k8s, finops | report
@svc/docker/images | Build, tag, push and prune Docker images | docker, containers | build push prune
@svc/docker/compose | Bring Docker Compose projects up and down | docker, containers | up down
@svc/docker/hub | Tags and pull limits of Docker Hub repositories | docker, registry | tags
@svc/google/sheets | Read and write ranges of Google Sheets | google-workspace, spreadsheet, excel | read write append
@svc/google/drive | Upload, share and search files in Google Drive | google-workspace, files, documents | upload share search
@svc/google/calendar | Create and move events in Google Calendar | google-workspace, meetings, schedule | create move
@svc/google/gmail | Search, label and send mail with Gmail | google-workspace, email, inbox | search send
@svc/google/docs | Create Google Docs from templates | google-workspace, documents | create
@svc/google/analytics | Fetch reports of Google Analytics | web, statistics | fetch
@svc/microsoft/excel | Read and write Excel workbooks in OneDrive | office365, spreadsheet | read write
@svc/microsoft/outlook | Mail and calendar of Outlook | office365, email, calendar | send
@svc/microsoft/sharepoint | Files and lists of SharePoint | office365, documents, files | upload list
@svc/microsoft/intune | Compliance of devices managed by Intune | office365, mdm, devices | list
@svc/hashicorp/vault | Read, write and rotate secrets in HashiCorp Vault | secrets, security | read write rotate
@svc/hashicorp/consul | Services and key-value pairs of Consul | service-discovery | get put
@svc/hashicorp/nomad | Run and scale Nomad jobs | scheduler, containers | run scale
@svc/onepassword | Read items from 1Password vaults | secrets, passwords, 1password | read
@svc/bitwarden | Read and share items of Bitwarden | secrets, passwords | read
@svc/twilio/sms | Send text messages and read replies with Twilio | sms, notifications, phone | send
@svc/twilio/voice | Place calls and read menus out with Twilio | phone, telephony | call
@svc/zoom/meetings | Schedule Zoom meetings and fetch recordings | video, calls | schedule recordings
@svc/calendly | List and cancel Calendly bookings | scheduling, meetings | list cancel
@svc/sentry | Issues, releases and source maps of Sentry | errors, crash-reporting | resolve release
@svc/bugsnag | Errors and stability of applications in Bugsnag | errors, crash-reporting | list
@svc/statuspage | Update components and incidents of a Statuspage | incident, status | update
@svc/uptime | Check web addresses and certificates and say when they fail | monitoring, http, healthcheck | check
@svc/ssl-expiry | Warn before TLS certificates expire | tls, certificates, monitoring | check
@svc/letsencrypt | Order and renew certificates of Let's Encrypt by DNS or HTTP challenge | acme, tls, ssl, certificates | order renew
@svc/ssh | Run commands on hosts over SSH | shell, remote | run
@svc/sftp | Copy files to and from SFTP servers | files, transfer, ftp | get put
@svc/http | Call any HTTP interface with retries and keep the answer | rest, api, webhook | request
@svc/graphql | Send GraphQL queries and page through the answer | api | query
@svc/webhook | Receive and check webhooks and start behaviors | http, events | verify
@svc/cron | Start behaviors on a schedule with time zones | schedule, timer | next
@svc/rss | Follow RSS and Atom feeds | feeds, news | fetch
@svc/csv | Read, filter, join and write CSV files | spreadsheet, tables, files | read join
@svc/json-transform | Transform JSON documents with expressions | jq, data | transform
@svc/pdf | Make PDF files from HTML and Markdown | documents, print | make
@svc/image-resize | Resize and compress images | pictures, thumbnails, png, jpeg | resize
@svc/video-transcode | Transcode videos with ffmpeg | ffmpeg, media | transcode
@svc/qr-code | Make QR codes | barcode, images | make
@svc/translate | Translate texts between languages | i18n, localization | translate
@svc/markdown-lint | Check Markdown files for style and broken links | docs, lint | check
@svc/spell-check | Check the spelling of documents and code comments | docs, lint, grammar | check
@svc/changelog | Write a changelog from commits | git, release-notes | write
@svc/semver | Decide the next semantic version from commits | git, release | next
@svc/git | Clone, commit, branch and tag with git | vcs, scm | clone commit
@svc/npm | Publish npm packages and audit dependencies | javascript, node, packages | publish audit
@svc/pypi | Publish Python packages to PyPI | python, packages | publish
@svc/crates | Publish Rust crates | rust, cargo, packages | publish
@svc/maven | Publish Java artifacts to Maven Central | java, packages | publish
@svc/weather | Fetch weather forecasts | forecast | fetch
@svc/geocode | Find coordinates of addresses | maps, geo | find
@svc/currency | Convert currencies by daily rates | money, exchange, finance | convert
@svc/holidays | Tell public holidays of a country | calendar | list
@svc/dns-lookup | Look up DNS records and compare resolvers | network, domains | lookup
@svc/whois | Look up owners and expiry of domains | domains | lookup
@svc/port-scan | Find open ports of hosts that you own | network, security | scan
@svc/cve-watch | Watch new CVEs for the software you run | security, vulnerabilities | watch
@svc/malware-scan | Scan uploads with ClamAV | security, antivirus, clamav | scan
@svc/disk-usage | Report what fills the disks of hosts | storage, df | report
@svc/systemd | Start, stop and watch systemd units | linux, services | start stop
@svc/nginx | Test and reload nginx and read its logs | web, proxy, reverse-proxy | reload
@svc/haproxy | Drain backends of HAProxy | proxy, load-balancer | drain
@svc/wireguard | Add peers to a WireGuard network | vpn, network | add
@svc/tailscale | Devices and access rules of Tailscale | vpn, network | list
@svc/active-directory | Users, groups and computers of Active Directory | ldap, windows, users | create disable
@svc/ldap | Search and change LDAP entries | directory, users | search
@svc/windows-updates | Report missing updates of Windows hosts | patching, wsus | report
@svc/homeassistant | States and services of Home Assistant | home, iot | call
@svc/mqtt | Publish and subscribe with MQTT | iot, messaging | publish
@svc/minio | Manage buckets of MinIO | s3, storage, bucket, self-hosted | create
@svc/ceph | Pools, health and object gateway of Ceph | storage, s3 | health
@svc/restic | Back up folders with restic and prune old snapshots | backup, encryption | backup prune
@svc/rclone | Sync files between cloud storages with rclone | storage, s3, files | sync
@svc/wordpress | Publish posts and update plugins of WordPress | cms, blog | publish
@svc/contentful | Entries and releases of Contentful | cms | publish
@svc/webflow | Publish sites and collections of Webflow | cms, sites | publish
@svc/figma | Export frames and comments of Figma files | design | export
@svc/youtube | Upload videos and read statistics of YouTube | video, media | upload
@svc/mastodon | Post to Mastodon | social | post
@svc/linkedin | Post to company pages of LinkedIn | social, marketing | post
@svc/docusign | Send envelopes for signature with DocuSign | signature, contracts | send
@svc/workday | Workers and absences of Workday | hr, people | list
@svc/bamboohr | People and time off of BambooHR | hr, vacation | list
@svc/greenhouse | Candidates and interviews of Greenhouse | hr, recruiting | list
@acme/aws | Acme's accounts on AWS: naming rules and guard rails | aws, governance | check
@acme/s3-mirror | Mirror an S3 bucket to another region every night | aws, backup, storage | mirror
@acme/slack-deploys | Announce Acme's deployments in Slack | chatops, deploys | announce
@acme/github-issues-export | Export GitHub issues to CSV files | github, csv, backup | export
@acme/jira-slack-bridge | Post Jira transitions to Slack channels | chatops, jira, slack | bridge
@acme/terraform-aws-baseline | Terraform baseline for new AWS accounts | iac, aws | apply
@acme/k8s-cost | What Acme's clusters cost, by team | kubernetes, finops | report
@initech/s3 | Company defaults for S3 buckets | aws, internal | check
@initech/tps-report | Fill in TPS reports with the new cover sheet | reports | fill
@initech/pg-vacuum | Vacuum bloated PostgreSQL tables at night | postgres, maintenance | vacuum
@globex/terraform | Globex modules and conventions for Terraform | iac, internal | check
@globex/data-lake | Load events from Kafka into a data lake on S3 | streaming, etl, parquet | load
@globex/kafka-to-snowflake | Copy Kafka topics into Snowflake tables | streaming, etl | copy
@hooli/mail-merge | Send personal mails to a list from a sheet with Gmail | email, spreadsheet | send
@hooli/github-stars | Chart stars of GitHub repositories | github, statistics | chart
@umbrella/vault-sync | Copy secrets from HashiCorp Vault to Kubernetes | secrets, k8s | sync
@umbrella/db-anonymize | Anonymize personal data in database dumps | gdpr, privacy, postgres, mysql | anonymize
@wayne/night-watch | Patrol alerts at night and wake the right person | oncall, alerts | patrol
@stark/pepper | Assistant that sorts mail and books meetings | email, calendar, assistant | sort
@wonka/recipe | Cooking recipes as data | food | read
@tyrell/backup-all | Back up GitHub, Notion and Google Drive in one go | backup | run
@cyberdyne/self-heal | Restart unhealthy services and open an incident when that fails | sre, automation | heal
@dunder/paper-stock | Order paper before it runs out | inventory | order
@pied/compress | Compress files with zstd and brotli | gzip, zip, archive | compress
@fr/café-menu | Les menus du café, chaque jour | cuisine | lire
@jp/weather-notify | 東京の天気予報を毎朝通知する | 天気, 通知 | notify
@cn/log-analysis | 日志分析与告警工具 | 日志, 监控 | analyse
@kr/backup | 데이터베이스 백업 자동화 | 백업 | run
@ru/news | Новости и погода каждое утро | новости | fetch
@il/rtl-check | בדיקת כיוון טקסט בדפים | עברית | check
`;
