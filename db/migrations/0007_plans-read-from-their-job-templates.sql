-- A plan's price, interval and status were stored twice, in the plan and in its job template. Now the job
-- template alone has them. Where the two disagree the job template wins, because visits were made from it.
CREATE TABLE `__new_maintenance_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`customer_name` text NOT NULL,
	`customer_email` text NOT NULL,
	`customer_phone` text,
	`service_type` text NOT NULL,
	`address` text NOT NULL,
	`interval_months` integer NOT NULL,
	`preferred_start` text,
	`gutter_length` real,
	`stories` real,
	`notes` text,
	`price_cents` integer,
	`ended` integer DEFAULT false NOT NULL,
	`template_id` text,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`template_id`) REFERENCES `job_templates`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "maintenance_plans_interval" CHECK("__new_maintenance_plans"."interval_months" BETWEEN 1 AND 24),
	CONSTRAINT "maintenance_plans_one_price" CHECK("__new_maintenance_plans"."template_id" IS NULL OR "__new_maintenance_plans"."price_cents" IS NULL)
);
--> statement-breakpoint
-- Somebody ended a plan if its job template was stopped with it, or if it never began. A plan that ended
-- beside an active job template ran out, which its dates say, or was never stopped. A plan that was priced and
-- has no job template is held back: it shows as paused.
INSERT INTO `__new_maintenance_plans`("id", "customer_id", "customer_name", "customer_email", "customer_phone", "service_type", "address", "interval_months", "preferred_start", "gutter_length", "stories", "notes", "price_cents", "ended", "template_id", "demo", "created_at", "updated_at")
SELECT plan.id, plan.customer_id, plan.customer_name, plan.customer_email, plan.customer_phone, plan.service_type, plan.address, plan.interval_months, plan.preferred_start, plan.gutter_length, plan.stories, plan.notes,
  CASE WHEN plan.template_id IS NULL THEN plan.price_cents END,
  plan.status = 'ended' AND coalesce(template.active, 0) = 0,
  plan.template_id, plan.demo, plan.created_at, plan.updated_at
FROM `maintenance_plans` AS plan LEFT JOIN `job_templates` AS template ON template.id = plan.template_id;--> statement-breakpoint
DROP TABLE `maintenance_plans`;--> statement-breakpoint
ALTER TABLE `__new_maintenance_plans` RENAME TO `maintenance_plans`;--> statement-breakpoint
CREATE UNIQUE INDEX `maintenance_plans_template_id_unique` ON `maintenance_plans` (`template_id`);--> statement-breakpoint
CREATE INDEX `maintenance_plans_by_customer` ON `maintenance_plans` (`customer_id`);
